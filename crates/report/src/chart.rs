//! Charts: values by a whole number such as that of empties, on a logarithmic axis, as SVG inside the page.
//!
//! Series differ in marks and in colours. The drawn colours are placeholders, which the style sheet replaces for a
//! light or a dark page. A table below repeats the numbers for readers who cannot see the chart.

use maud::{Markup, PreEscaped, html};
use plotters::prelude::*;

/// A series of values by a whole number.
#[derive(Clone, Debug)]
pub struct Series<'a> {
    /// The name in the legend.
    pub name: &'a str,
    /// Ascending by the number. The chart leaves out values that are not positive.
    pub values: Vec<(u32, f64)>,
}

/// The placeholder colours of text and lines, of the grid, and of the first series. Those of the next series differ in
/// the last byte. See the style sheet.
const TEXT: RGBColor = RGBColor(1, 1, 1);
const GRID: RGBColor = RGBColor(2, 2, 2);
const FIRST: RGBColor = RGBColor(10, 10, 0);

/// The number of series colours in the style sheet.
const COLOURS: usize = 6;

/// The marks of the series, and characters that look like them.
const MARKS: [char; COLOURS] = [
    '\u{25cf}', '\u{25b2}', '\u{2715}', '\u{25a0}', '\u{25cb}', '\u{25b3}',
];

/// A chart with this title. `by` says what the numbers count, `unit` is the unit of the values, and `in_words` formats a
/// value.
#[must_use]
pub fn chart(
    title: &str,
    by: &str,
    unit: &str,
    series: &[Series],
    in_words: impl Fn(f64) -> String,
) -> Markup {
    let Some(svg) = draw(by, unit, series, in_words) else {
        return html! { p { (title) ": nothing was measured." } };
    };
    let labelled = svg.replacen(
        "<svg ",
        &format!("<svg role=\"img\" aria-label=\"{title}; the table below has the numbers\" "),
        1,
    );
    html! {
        figure {
            figcaption { (title) }
            (PreEscaped(labelled))
            ul.legend {
                @for (index, series) in series.iter().enumerate() {
                    li {
                        span.{ "s" (index % COLOURS) } aria-hidden="true" { (mark(index)) }
                        " " (series.name)
                    }
                }
            }
        }
    }
}

/// The mark of the series with this index. A colour that repeats gets another mark.
fn mark(index: usize) -> char {
    MARKS[(index + index / COLOURS) % COLOURS]
}

/// None if there is nothing to draw.
fn draw(
    by: &str,
    unit: &str,
    series: &[Series],
    in_words: impl Fn(f64) -> String,
) -> Option<String> {
    let positive = |series: &Series| -> Vec<(i32, f64)> {
        let values = series.values.iter().filter(|(_, value)| *value > 0.0);
        values
            .map(|&(number, value)| (number as i32, value))
            .collect()
    };
    let lines: Vec<_> = series.iter().map(positive).collect();
    let points = || lines.iter().flatten();
    let first = points().map(|(number, _)| *number).min()?;
    let last = points().map(|(number, _)| *number).max()?;
    let smallest = points().map(|(_, value)| *value).reduce(f64::min)?;
    let largest = points().map(|(_, value)| *value).reduce(f64::max)?;
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (480, 300)).into_drawing_area();
        let mut chart = ChartBuilder::on(&area)
            .margin(8)
            .x_label_area_size(44)
            .y_label_area_size(72)
            .build_cartesian_2d(
                first - 1..last + 1,
                (smallest / 2.0..largest * 2.0).log_scale(),
            )
            .ok()?;
        let text = ("sans-serif", 14).into_font().color(&TEXT);
        chart
            .configure_mesh()
            .axis_style(TEXT)
            .bold_line_style(GRID)
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .label_style(text)
            .x_desc(by)
            .y_desc(unit)
            .x_labels((last - first + 3) as usize)
            .x_label_formatter(&|number| match number {
                number if points().any(|(of, _)| of == number) => number.to_string(),
                _ => String::new(),
            })
            .y_label_formatter(&|value| in_words(*value))
            .draw()
            .ok()?;
        for (index, points) in lines.iter().enumerate() {
            let colour = RGBColor(FIRST.0, FIRST.1, (index % COLOURS) as u8);
            let line = LineSeries::new(points.iter().copied(), colour.stroke_width(2));
            chart.draw_series(line).ok()?;
            let points = points.iter().copied();
            let filled = colour.filled();
            let drawn = match mark(index) {
                '\u{25cf}' => chart.draw_series(points.map(|point| Circle::new(point, 4, filled))),
                '\u{25cb}' => chart.draw_series(points.map(|point| Circle::new(point, 5, colour))),
                '\u{25b2}' => {
                    chart.draw_series(points.map(|point| TriangleMarker::new(point, 6, filled)))
                }
                '\u{25b3}' => {
                    chart.draw_series(points.map(|point| TriangleMarker::new(point, 7, colour)))
                }
                '\u{2715}' => chart
                    .draw_series(points.map(|point| Cross::new(point, 5, colour.stroke_width(2)))),
                _ => chart.draw_series(points.map(|point| {
                    EmptyElement::at(point) + Rectangle::new([(-4, -4), (4, 4)], filled)
                })),
            };
            drawn.ok()?;
        }
        area.present().ok()?;
    }
    Some(svg)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_of_many_series_look_the_same() {
        let looks: BTreeSet<_> = (0..36)
            .map(|index| (index % COLOURS, mark(index)))
            .collect();
        assert_eq!(looks.len(), 36);
    }
}
