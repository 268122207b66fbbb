//! Coefficients and constants, written by `coefficients/generate.py`.

#![allow(
    clippy::approx_constant,
    reason = "parts of constants are no constants of the library"
)]

/// ln(2), of 40 bits and the rest, its upper part.
pub(crate) const LN_2_HIGH: f64 = 0.6931471805592082;
/// ln(2), of 40 bits and the rest, less its upper part.
pub(crate) const LN_2_LOW: f64 = 7.371002565167799e-13;

/// ln(2), of 26 bits and the rest, its upper part.
pub(crate) const LN_2_SHORT_HIGH: f64 = 0.6931471675634384;
/// ln(2), of 26 bits and the rest, less its upper part.
pub(crate) const LN_2_SHORT_LOW: f64 = 1.2996506893889889e-08;

/// log2(e), of 26 bits and the rest, its upper part.
pub(crate) const LOG2_E_HIGH: f64 = 1.4426950216293335;
/// log2(e), of 26 bits and the rest, less its upper part.
pub(crate) const LOG2_E_LOW: f64 = 1.9259629911266175e-08;

/// log10(e), of 26 bits and the rest, its upper part.
pub(crate) const LOG10_E_HIGH: f64 = 0.4342944771051407;
/// log10(e), of 26 bits and the rest, less its upper part.
pub(crate) const LOG10_E_LOW: f64 = 4.798111141615973e-09;

/// log10(2), of 40 bits and the rest, its upper part.
pub(crate) const LOG10_2_HIGH: f64 = 0.30102999566361177;
/// log10(2), of 40 bits and the rest, less its upper part.
pub(crate) const LOG10_2_LOW: f64 = 3.694239077158931e-13;

/// π/2, its upper part.
pub(crate) const HALF_PI_HIGH: f64 = 1.5707963267948966;
/// π/2, less its upper part.
pub(crate) const HALF_PI_LOW: f64 = 6.123233995736766e-17;

/// π/4, its upper part.
pub(crate) const QUARTER_PI_HIGH: f64 = 0.7853981633974483;
/// π/4, less its upper part.
pub(crate) const QUARTER_PI_LOW: f64 = 3.061616997868383e-17;

/// π, its upper part.
pub(crate) const PI_HIGH: f64 = 3.141592653589793;
/// π, less its upper part.
pub(crate) const PI_LOW: f64 = 1.2246467991473532e-16;

/// 2/3, its upper part.
pub(crate) const TWO_THIRDS_HIGH: f64 = 0.6666666666666666;
/// 2/3, less its upper part.
pub(crate) const TWO_THIRDS_LOW: f64 = 3.700743415417188e-17;

/// √½, its upper part.
pub(crate) const SQRT_HALF_HIGH: f64 = 0.7071067811865476;
/// √½, less its upper part.
pub(crate) const SQRT_HALF_LOW: f64 = -4.833646656726457e-17;

/// The first of three parts of π/2, of 43, 43 and 53 bits.
pub(crate) const HALF_PI_FIRST: f64 = 1.5707963267948344;
/// The second of three parts of π/2, of 43, 43 and 53 bits.
pub(crate) const HALF_PI_SECOND: f64 = 6.223372171896261e-14;
/// The third of three parts of π/2, of 43, 43 and 53 bits.
pub(crate) const HALF_PI_THIRD: f64 = 3.5215598651832e-27;

/// The bits of 2/π after the point, after 54 zeros.
pub(crate) const TWO_OVER_PI: [u64; 19] = [
    0x0000_0000_0000_028b,
    0xe60d_b939_1054_a7f0,
    0x9d5f_47d4_d377_036d,
    0x8a56_64f1_0e41_07f9,
    0x458e_af7a_ef15_86dc,
    0x91b8_e909_374b_8019,
    0x24bb_a827_4648_73f8,
    0x77ac_72c4_a69c_fba2,
    0x08d7_d4ba_ed12_13a6,
    0x71c0_9ad1_7df9_04e6,
    0x4758_e60d_4ce7_d272,
    0x117e_2ef7_e4a0_ec7f,
    0xe25f_ff78_1660_3fbc,
    0xbc46_2d68_29b4_7db4,
    0xd9fb_3c9f_2c26_dd3d,
    0x18fd_9a79_7fa8_b5d4,
    0x9eeb_1faf_97c5_ecf4,
    0x1ce7_de29_4a4b_a9af,
    0xed7e_c47e_3574_2158,
];

/// 2/π, for f32 below 2⁸².
pub(crate) const TWO_OVER_PI_NEAR: [f64; 4] = [
    0.636619770899415,
    1.4681663246252086e-09,
    2.2760100671971816e-18,
    5.881214749119912e-27,
];

/// 2/π after its 57th bit, for f32 from 2⁸² on, where what is left out makes whole turns.
pub(crate) const TWO_OVER_PI_FAR: [f64; 4] = [
    2.276010060734833e-18,
    1.234356326230651e-26,
    2.2383930830835663e-35,
    2.620403181749314e-44,
];

/// (exp(r) − 1 − r) / r² for |r| ≤ ln(2) / 2. Error 2^-60.5.
pub(crate) const EXP: [f64; 11] = [
    0.5,
    0.16666666666666685,
    0.04166666666666673,
    0.008333333333316739,
    0.0013888888888858384,
    0.00019841269897058489,
    2.4801587373794885e-05,
    2.7557234237073416e-06,
    2.7557233346034787e-07,
    2.511223979645539e-08,
    2.0926940758819013e-09,
];

/// (ln((1 + s) / (1 − s)) / s − 2) / s² as a function of s² for 1 + s over 1 − s between √½ and √2. Error 2^-58.5.
pub(crate) const LN: [f64; 7] = [
    0.6666666666666734,
    0.3999999999941662,
    0.2857142874203539,
    0.22222198604184126,
    0.18183562900503816,
    0.15314083524741928,
    0.14795646811789923,
];

/// ((ln((1 + s) / (1 − s)) / s − 2) / s² − 2/3) / s² as a function of s², for powers. Error 2^-65.3.
pub(crate) const LN_REST: [f64; 7] = [
    0.40000000000002256,
    0.2857142857009961,
    0.22222222519915388,
    0.1818178436789091,
    0.15386757290416533,
    0.13256818821525587,
    0.13196317640673616,
];

/// (sin(r) / r − 1) / r² as a function of r² for |r| ≤ π/4. Error 2^-58.0.
pub(crate) const SIN: [f64; 6] = [
    -0.16666666666666632,
    0.008333333333322486,
    -0.00019841269829853333,
    2.7557313705029853e-06,
    -2.5050759880093023e-08,
    1.5896885737777695e-10,
];

/// ((cos(r) − 1) / r² + ½) / r² as a function of r² for |r| ≤ π/4. Error 2^-64.2.
pub(crate) const COS: [f64; 6] = [
    0.0416666666666666,
    -0.001388888888887447,
    2.4801587289666915e-05,
    -2.7557314399272006e-07,
    2.0875728995555717e-09,
    -1.135991741742329e-11,
];

/// (atan(t) / t − 1) / t² as a function of t² for |t| ≤ tan(π/8). Error 2^-59.5.
pub(crate) const ATAN: [f64; 11] = [
    -0.333333333333332,
    0.19999999999953819,
    -0.14285714280220493,
    0.11111110784672859,
    -0.09090897792688411,
    0.07692060832534958,
    -0.06663110966629948,
    0.05847938570032184,
    -0.05039520890160013,
    0.038069890981545264,
    -0.017912859248366615,
];

/// (asin(t) / t − 1) / t² as a function of t² for |t| ≤ ½. Error 2^-59.8.
pub(crate) const ASIN: [f64; 13] = [
    0.16666666666666763,
    0.07499999999970129,
    0.04464285717525482,
    0.030381942676859282,
    0.022372215859413888,
    0.017351596367436536,
    0.013981007780855412,
    0.011397383777720175,
    0.010788798141320801,
    0.003674212796267986,
    0.021785591266897022,
    -0.021109396501019333,
    0.03269748001550773,
];

/// erf(x) / x − 1 as a function of x² for |x| ≤ 0.65. Error 2^-56.2.
pub(crate) const ERF: [f64; 11] = [
    0.1283791670955126,
    -0.3761263890318434,
    0.11283791671001173,
    -0.026866170659067757,
    0.0052239778395527445,
    -0.0008548345907838363,
    0.00012056346216826686,
    -1.4959254890379574e-05,
    1.713390029098261e-06,
    -2.3752157112478715e-07,
    4.836839405042032e-08,
];

/// exp(x²) erfc(x) (1 + 2x) − 1 as a function of (x − 7/2) / (x + 7/2) for x from 0.65 to 28. Error 2^-55.8.
pub(crate) const ERFC: [f64; 22] = [
    0.2423492448711544,
    -0.14000918013761943,
    -0.010555596332218392,
    0.09751909515325807,
    -0.11508959816018419,
    0.08798315382488416,
    -0.048823325828121295,
    0.019099330942170343,
    -0.004215019904733772,
    -0.00030226787671851484,
    0.000564384393742356,
    -0.00012151241286477866,
    -4.2782117519395045e-05,
    2.426084619241458e-05,
    2.3279713169015875e-06,
    -3.814042002846296e-06,
    -4.3618945081576725e-08,
    5.994399574302769e-07,
    -8.568953528024886e-09,
    -9.223512422690271e-08,
    8.560072658221155e-10,
    1.0043733198351303e-08,
];

/// (2^f − 1) / f for |f| ≤ ½, for f32. Error 2^-29.0.
pub(crate) const EXP_F32: [f64; 6] = [
    0.6931472062400923,
    0.24022651345440058,
    0.05550327792425558,
    0.009618003961572481,
    0.0013400271125457441,
    0.0001547627934051484,
];

/// (2^f − 1) / f for |f| ≤ ½, for f32, where 1 is taken away from the result. Error 2^-32.5.
pub(crate) const EXP_M1_F32: [f64; 7] = [
    0.6931471805537022,
    0.24022650922355404,
    0.055504109288192806,
    0.009618056664845932,
    0.0013333454514056781,
    0.00015461449781119195,
    1.5310085505404526e-05,
];

/// Like EXP, in f32. Error 2^-27.7.
pub(crate) const EXP_SINGLE: [f32; 5] = [0.5, 0.16666518, 0.041666206, 0.00836889, 0.0013950481];

/// (tanh(t) / t − 1) / t² as a function of t² for |t| ≤ ¾, in f32. Error 2^-29.3.
pub(crate) const TANH_SINGLE: [f32; 6] = [
    -0.33333316,
    0.13332726,
    -0.053895272,
    0.021460963,
    -0.007671527,
    0.0017454481,
];

/// Like LN, for f32. Error 2^-29.2.
pub(crate) const LN_F32: [f64; 3] = [0.6666677635959347, 0.3997754365804793, 0.2987168408279748];

/// (ln(1 + f) − f + f²/2) / f³ for 1 + f from √½ to √2, in f32. Error 2^-27.2.
pub(crate) const LN_SINGLE: [f32; 8] = [
    0.3333333,
    -0.2500082,
    0.20001227,
    -0.16623357,
    0.14201766,
    -0.131602,
    0.12761572,
    -0.076344766,
];

/// Like LN, for powers of f32. Error 2^-43.9.
pub(crate) const LN_POWER_F32: [f64; 5] = [
    0.6666666667580076,
    0.39999995621715173,
    0.2857210917472115,
    0.2217618810141777,
    0.19584157427535429,
];

/// Like SIN, for f32. Error 2^-37.6.
pub(crate) const SIN_F32: [f64; 4] = [
    -0.16666666641600178,
    0.008333329382776755,
    -0.00019839333825751016,
    2.7183017963925308e-06,
];

/// (cos(r) − 1) / r² as a function of r² for |r| ≤ π/4, for f32. Error 2^-34.1.
pub(crate) const COS_F32: [f64; 4] = [
    -0.49999999724814626,
    0.04166662328971481,
    -0.0013886762671078089,
    2.4390342915098734e-05,
];

/// Like ATAN, for f32. Error 2^-30.5.
pub(crate) const ATAN_F32: [f64; 5] = [
    -0.33333315501823507,
    0.19998489085989007,
    -0.14243840493013732,
    0.1059593191967975,
    -0.0608325926228496,
];

/// Like ASIN, for f32. Error 2^-31.7.
pub(crate) const ASIN_F32: [f64; 6] = [
    0.16666659871484918,
    0.07500510986087168,
    0.04451570278783465,
    0.03181777915709054,
    0.014401916554671535,
    0.0375662293883103,
];

/// Like ERF for |x| ≤ ½, for f32. Error 2^-36.2.
pub(crate) const ERF_F32: [f64; 6] = [
    0.12837916708260852,
    -0.37612638529569237,
    0.11283774138031366,
    -0.026863156964313642,
    0.005200477187543114,
    -0.0007695546095707295,
];

/// Like ERFC for x from 0 to 12, for f32. Error 2^-35.0.
pub(crate) const ERFC_F32: [f64; 13] = [
    0.2423492448540377,
    -0.14000917969605958,
    -0.010555593215621464,
    0.097519070417272,
    -0.11508970019032534,
    0.08798351730556261,
    -0.04882200868838341,
    0.019097440767133735,
    -0.004223020057621903,
    -0.0003003073670372038,
    0.0005870316619960772,
    -0.00011068893742601714,
    -6.610190367528408e-05,
];
