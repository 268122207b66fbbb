// The programs, by what `cnf` means where this stands.

include!("../../programs/published/ep.rs");
include!("../../programs/published/frac.rs");
include!("../../programs/published/tomcatv.rs");
include!("../../programs/published/sp.rs");
