// A string that does not end.
fn f() { "oh }
