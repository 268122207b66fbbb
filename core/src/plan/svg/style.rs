//! Colours and fonts, for light and dark surroundings.

/// The style sheet of a drawing.
pub const SHEET: &str = "
text { font-family: Inter, 'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif; fill: #1f2a3a; }
.title { font-size: 18px; font-weight: 650; }
.scheme { font-size: 12.5px; font-family: 'STIX Two Text', 'Latin Modern Roman', Georgia, 'DejaVu Serif', serif; fill: #4a5668; }
.verdict { font-size: 12px; fill: #5b677a; }
.name { font-size: 13px; font-family: 'JetBrains Mono', 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; }
.size { fill: #755f2b; }
.combinator { font-size: 11px; fill: #5b677a; }
.loop { font-size: 12px; font-weight: 600; fill: #3d5a88; }
.over { font-size: 11px; fill: #55698d; }
.legend { font-size: 11px; fill: #5b677a; }
.paper { fill: #ffffff; }
.cluster { fill: #f1f5fb; stroke: #c6d3e6; }
.operator { fill: #ffffff; stroke: #7d97bf; }
.external { fill: #f6f4fa; stroke: #9585b5; stroke-dasharray: 2 2.5; }
.array { fill: #fdf7e7; stroke: #cfa84e; }
.input { fill: #edf6f0; stroke: #74a889; }
.input + .name .size { fill: #3d6e53; }
.output { stroke-width: 2.2; }
.wire { fill: none; stroke: #56627a; stroke-width: 1.3; }
.contracted { stroke: #7d97bf; stroke-dasharray: 4.5 3.5; }
.preventing { stroke: #c8492a; }
.head { stroke: none; fill: #56627a; }
.head.contracted { fill: #7d97bf; }
.head.preventing { fill: #c8492a; }
.bar { stroke-width: 2.2; stroke-linecap: round; }
@media (prefers-color-scheme: dark) {
text { fill: #e3e9f2; }
.scheme { fill: #b4bfce; }
.verdict, .combinator, .legend { fill: #94a1b5; }
.size { fill: #cdb478; }
.loop { fill: #9dbcf0; }
.over { fill: #8099c4; }
.paper { fill: #11161f; }
.cluster { fill: #19212e; stroke: #34435a; }
.operator { fill: #222d3d; stroke: #6484b5; }
.external { fill: #231f2e; stroke: #8b7bb0; }
.array { fill: #2b2617; stroke: #a88a41; }
.input { fill: #17271e; stroke: #5b8f70; }
.input + .name .size { fill: #8fbda0; }
.wire { stroke: #9aa7bb; }
.contracted { stroke: #6f8fc2; }
.preventing { stroke: #f07a58; }
.head { stroke: none; fill: #9aa7bb; }
.head.contracted { fill: #6f8fc2; }
.head.preventing { fill: #f07a58; }
}
";
