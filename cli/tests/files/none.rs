// Nothing to see here.
fn f() {}
