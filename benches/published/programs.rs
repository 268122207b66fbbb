// The programs, by the meaning that `cnf` has where this stands.

include!("../../programs/published/ep.rs");
include!("../../programs/published/frac.rs");
include!("../../programs/published/sp.rs");
include!("../../programs/published/tomcatv.rs");
include!("../../programs/published/simple.rs");
