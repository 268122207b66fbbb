//! Two versions of a text.

pub(crate) const FIRST: &str = "\
A spindle turns loose fibres into one thread. What was a heap of short pieces becomes long and \
strong, and nothing is left on the floor. So it is with programs over arrays. Each step is short \
and easy to read, and by itself it writes a whole array that the next step reads again. Memory is \
slow, and so most of the time goes into carrying numbers to and fro. A compiler that sees all the \
steps can twist them into one loop. Then each number is read once, and what lies between two steps \
never leaves the processor.";

pub(crate) const SECOND: &str = "\
A spindle twists loose fibres into a thread. A heap of short pieces becomes long and strong, and \
nothing is left on the floor. It is the same with programs over arrays: each step is easy to read, \
but by itself it writes a whole array, which the next step reads again. Memory is slow, so most \
of the time goes into carrying numbers to and fro. A compiler which sees all steps can spin them \
into a single loop. Each number is then read once, and whatever lies between two of the steps never \
leaves the processor at all.";
