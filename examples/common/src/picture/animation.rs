//! Pictures one after another, as an animated PNG.

use std::io;
use std::path::Path;

use png::{BitDepth, ColorType, Encoder, Filter};

use super::colour::Colour;

/// Pictures of equal size, which are shown one after another and over again.
#[derive(Debug)]
pub struct Animation<'a> {
    /// The colours, at most 256.
    pub colours: &'a [Colour],
    /// The number of cells in a row and in a column.
    pub columns: usize,
    /// The number of rows.
    pub rows: usize,
    /// The pixels of a cell in a row and in a column.
    pub scale: usize,
    /// The number of pictures in a second.
    pub rate: u16,
    /// The pictures: for each cell the number of its colour, row by row.
    pub frames: &'a [Vec<u8>],
}

impl Animation<'_> {
    /// Writes the animation. Programs that know no animated PNG show the first picture.
    ///
    /// # Errors
    /// A place that can't be written.
    pub fn write(&self, path: &Path) -> io::Result<()> {
        super::write(path, &self.encode().map_err(io::Error::other)?)
    }

    fn encode(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let side = |cells: usize| (cells * self.scale) as u32;
        let mut encoder = Encoder::new(&mut bytes, side(self.columns), side(self.rows));
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_filter(Filter::NoFilter);
        let palette: Vec<u8> = self.colours.iter().flat_map(|colour| colour.rgb).collect();
        encoder.set_palette(palette);
        encoder.set_animated(self.frames.len() as u32, 0)?;
        encoder.set_frame_delay(1, self.rate)?;
        let mut writer = encoder.write_header()?;
        for frame in self.frames {
            writer.write_image_data(&self.enlarged(frame))?;
        }
        writer.finish()?;
        Ok(bytes)
    }

    /// The pixels of a picture.
    fn enlarged(&self, cells: &[u8]) -> Vec<u8> {
        let mut pixels = Vec::with_capacity(cells.len() * self.scale * self.scale);
        for row in cells.chunks_exact(self.columns) {
            for _ in 0..self.scale {
                let repeated = |cell: &u8| std::iter::repeat_n(*cell, self.scale);
                pixels.extend(row.iter().flat_map(repeated));
            }
        }
        pixels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::house;

    #[test]
    fn pictures_come_back_as_they_were() {
        let frames = [vec![0, 1, 1, 0, 0, 0], vec![1, 0, 0, 1, 1, 1]];
        let animation = Animation {
            colours: &[house::BACKGROUND, house::GOLD],
            columns: 3,
            rows: 2,
            scale: 2,
            rate: 25,
            frames: &frames,
        };
        let bytes = animation.encode().unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(bytes))
            .read_info()
            .unwrap();
        assert_eq!(reader.info().animation_control.unwrap().num_frames, 2);
        for frame in &frames {
            let mut pixels = vec![0; 24];
            reader.next_frame(&mut pixels).unwrap();
            assert_eq!(pixels, animation.enlarged(frame));
        }
        assert_eq!(animation.enlarged(&frames[0])[6..12], [0, 0, 1, 1, 1, 1]);
    }
}
