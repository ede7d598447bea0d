//! The figure of `docs/miss-rate.md`.

use std::path::Path;

use crossply_problems::{Poj1568, Problem};
use indicatif::HumanCount;
use plotters::prelude::*;

use crate::layers::Layer;
use crate::page::Table;
use crate::statistics::Row;
use crate::tables::from_words;

/// The medians of the table by the number of wrong positions, both on logarithmic axes.
pub(crate) fn figure(rows: &[Row], table: &Table, file: &Path) -> anyhow::Result<()> {
    let all = Poj1568::domain().len() as f64;
    let area = SVGBackend::new(file, (720, 440)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(76)
        .build_cartesian_2d((0.7..all).log_scale(), (0.7..all * 2.0).log_scale())?;
    let count = |value: &f64| HumanCount(*value as u64).to_string();
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("positions on which the fault is wrong")
        .y_desc("executions until it is found")
        .x_label_formatter(&count)
        .y_label_formatter(&count)
        .draw()?;
    let predicted = rows
        .iter()
        .map(|row| (row.wrong as f64, row.predicted() as f64));
    let line = chart.draw_series(LineSeries::new(predicted, BLACK))?;
    line.label("uniform, predicted")
        .legend(|(x, y)| PathElement::new([(x, y), (x + 16, y)], BLACK));
    let colours = [
        BLACK,
        RGBColor(0, 114, 178),
        RGBColor(213, 94, 0),
        RGBColor(0, 158, 115),
        RGBColor(204, 121, 167),
    ];
    for (n, (layer, colour)) in Layer::ALL.into_iter().zip(colours).enumerate() {
        let points = rows.iter().filter_map(|row| {
            // Beside each other, not above.
            let x = row.wrong as f64 * 1.07_f64.powi(n as i32);
            let cell = table.cell(&format!("`{}`", row.fault.name), layer.name())?;
            let (median, interval) = from_words(cell)?;
            Some((x, median? as f64, interval.map(|end| end as f64)))
        });
        let points: Vec<_> = points.collect();
        let bars = points
            .iter()
            .map(|&(x, _, [from, to])| PathElement::new([(x, from), (x, to)], colour.mix(0.5)));
        chart.draw_series(bars)?;
        let marks = points
            .iter()
            .map(|&(x, y, _)| Circle::new((x, y), 3, colour.filled()));
        chart
            .draw_series(marks)?
            .label(layer.name())
            .legend(move |(x, y)| Circle::new((x + 8, y), 3, colour.filled()));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE)
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}
