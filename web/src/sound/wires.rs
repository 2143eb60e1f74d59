//! Oscillators, noise and filters, wired once.

use super::note::{Bed, Ear, Note, Wave};
use wasm_bindgen::JsValue;
use web_sys::{
    AudioBufferSourceNode, AudioContext, AudioContextState, AudioNode, AudioParam,
    BiquadFilterNode, BiquadFilterType, GainNode, OscillatorNode, OscillatorType,
};

/// Seconds in which a running sound follows what it tells of.
const FOLLOW_S: f64 = 0.05;
/// Length of the noise that is played in a loop.
const NOISE_S: f64 = 1.0;

/// Sounds at once; further ones are not begun.
const MOST: usize = 24;
/// A sound this loud makes room for itself: what goes on steps back for a moment.
const DUCKS: f32 = 0.24;
/// How far it steps back, and for how many seconds.
const DUCKED: (f32, f64) = (0.4, 0.35);

/// The wiring: everything goes through one volume, what goes on through a second one before it.
pub(super) struct Wires {
    ctx: AudioContext,
    master: GainNode,
    bed: GainNode,
    hum: [OscillatorNode; 2],
    hum_tone: BiquadFilterNode,
    hum_gain: GainNode,
    rub_gain: GainNode,
    rub_tone: BiquadFilterNode,
    noise: web_sys::AudioBuffer,
    /// When each sound that plays will end.
    ends: Vec<f64>,
    /// When the music's next beat is due.
    beat: f64,
}

impl Wires {
    /// None where the browser makes no sound.
    pub(super) fn new() -> Option<Self> {
        Self::wire().ok()
    }

    fn wire() -> Result<Self, JsValue> {
        let ctx = AudioContext::new()?;
        let master = ctx.create_gain()?;
        master.connect_with_audio_node(&ctx.destination())?;
        let bed = ctx.create_gain()?;
        bed.connect_with_audio_node(&master)?;

        let hum_gain = silent(&ctx, &bed)?;
        let hum_tone = filter(&ctx, BiquadFilterType::Lowpass, 500.0, &hum_gain)?;
        let hum = [
            hum_on(&ctx, OscillatorType::Sawtooth, &hum_tone)?,
            hum_on(&ctx, OscillatorType::Triangle, &hum_tone)?,
        ];

        let noise = noise(&ctx)?;
        let rub_gain = silent(&ctx, &bed)?;
        let rub_tone = filter(&ctx, BiquadFilterType::Bandpass, 900.0, &rub_gain)?;
        let rub = noise_source(&ctx, &noise, &rub_tone)?;
        rub.set_loop(true);
        rub.start()?;

        let (ends, beat) = (Vec::new(), 0.0);
        Ok(Self {
            ctx,
            master,
            bed,
            hum,
            hum_tone,
            hum_gain,
            rub_gain,
            rub_tone,
            noise,
            ends,
            beat,
        })
    }

    /// Asks a sleeping context to wake; whether it is not closed for good.
    pub(super) fn wake(&self) -> bool {
        if self.ctx.state() == AudioContextState::Suspended {
            // The promise comes true when the browser is content with the gesture.
            let _ = self.ctx.resume();
        }
        self.ctx.state() != AudioContextState::Closed
    }

    pub(super) fn set_volume(&self, volume: f32) {
        self.follow(&self.master.gain(), volume);
    }

    /// What goes on, as it is now.
    pub(super) fn lie(&mut self, bed: Bed) {
        let (pitch, tone, loud) = bed.hum;
        for (wave, part) in self.hum.iter().zip([1.0, 1.995]) {
            self.follow(&wave.frequency(), pitch * part);
        }
        self.follow(&self.hum_tone.frequency(), tone);
        self.follow(&self.hum_gain.gain(), loud);
        self.follow(&self.rub_tone.frequency(), bed.rub.0);
        self.follow(&self.rub_gain.gain(), bed.rub.1);
        let now = self.ctx.current_time();
        if bed.beats > 0 && now >= self.beat {
            let gap = 60.0 / f64::from(bed.beats);
            self.beat = if now - self.beat > gap { now + gap } else { self.beat + gap };
            self.play(&BEAT, Ear::OWN);
        }
    }

    /// A sound of some notes from one place.
    pub(super) fn play(&mut self, notes: &[Note], ear: Ear) {
        let now = self.ctx.current_time();
        self.ends.retain(|end| *end > now);
        for note in notes {
            let loud = note.loud * ear.part;
            if self.ends.len() >= MOST || loud < 0.004 {
                continue;
            }
            let start = now + f64::from(note.after);
            self.ends.push(start + f64::from(note.lasts));
            if loud >= DUCKS {
                self.duck(start);
            }
            // A sound that cannot be made is not heard; it is seen all the same.
            let _: Result<(), JsValue> = self.note(*note, start, loud, ear.pan);
        }
    }

    fn note(&self, note: Note, start: f64, loud: f32, pan: f32) -> Result<(), JsValue> {
        let lasts = f64::from(note.lasts);
        let gain = silent(&self.ctx, &self.master)?;
        if pan != 0.0 {
            // Older browsers have no such node: then all is in the middle.
            if let Ok(panner) = self.ctx.create_stereo_panner() {
                panner.pan().set_value(pan);
                panner.connect_with_audio_node(&self.master)?;
                gain.disconnect()?;
                gain.connect_with_audio_node(&panner)?;
            }
        }
        swell(&gain.gain(), start, lasts, loud)?;
        let wave = match note.wave {
            Wave::Pure => OscillatorType::Sine,
            Wave::Soft => OscillatorType::Triangle,
            Wave::Hollow => OscillatorType::Square,
            Wave::Bright => OscillatorType::Sawtooth,
            Wave::Breath => return self.breath(BiquadFilterType::Lowpass, note, start, &gain),
            Wave::Hiss => return self.breath(BiquadFilterType::Bandpass, note, start, &gain),
        };
        let swing = self.ctx.create_oscillator()?;
        swing.set_type(wave);
        swing.connect_with_audio_node(&gain)?;
        ramp(&swing.frequency(), note, start)?;
        swing.start_with_when(start)?;
        swing.stop_with_when(start + lasts + 0.05)
    }

    fn breath(
        &self,
        kind: BiquadFilterType,
        note: Note,
        start: f64,
        gain: &GainNode,
    ) -> Result<(), JsValue> {
        let tone = filter(&self.ctx, kind, note.from, gain)?;
        ramp(&tone.frequency(), note, start)?;
        let source = noise_source(&self.ctx, &self.noise, &tone)?;
        source.set_loop(true);
        source.start_with_when(start)?;
        AsRef::<web_sys::AudioScheduledSourceNode>::as_ref(&source)
            .stop_with_when(start + f64::from(note.lasts) + 0.05)
    }

    /// Lets what goes on step back for a moment.
    fn duck(&self, start: f64) {
        let gain = self.bed.gain();
        // Refused only for values that are no numbers.
        let _ = gain.set_target_at_time(DUCKED.0, start, 0.02);
        let _ = gain.set_target_at_time(1.0, start + DUCKED.1, 0.2);
    }

    fn follow(&self, param: &AudioParam, value: f32) {
        // As above.
        let _ = param.set_target_at_time(value, self.ctx.current_time(), FOLLOW_S);
    }
}

/// A beat of tense music: a heart, and a string above it.
const BEAT: [Note; 3] = [
    Note::new(62.0, 0.16, 0.20).on(Wave::Pure).to(44.0),
    Note::new(55.0, 0.14, 0.14).on(Wave::Pure).to(40.0).after(0.17),
    Note::new(233.0, 0.22, 0.035).on(Wave::Bright).to(220.0),
];

impl Drop for Wires {
    fn drop(&mut self) {
        // The promise has nobody left to tell.
        let _ = self.ctx.close();
    }
}

/// From the one pitch to the other.
fn ramp(pitch: &AudioParam, note: Note, start: f64) -> Result<(), JsValue> {
    pitch.set_value_at_time(note.from, start)?;
    pitch.linear_ramp_to_value_at_time(note.to, start + f64::from(note.lasts))?;
    Ok(())
}

/// Up in a moment, then down to nothing.
fn swell(gain: &AudioParam, start: f64, seconds: f64, loud: f32) -> Result<(), JsValue> {
    gain.set_value_at_time(0.0, start)?;
    gain.linear_ramp_to_value_at_time(loud, start + 0.012)?;
    gain.linear_ramp_to_value_at_time(0.0, start + seconds)?;
    Ok(())
}

fn silent(ctx: &AudioContext, to: &AudioNode) -> Result<GainNode, JsValue> {
    let gain = ctx.create_gain()?;
    gain.gain().set_value(0.0);
    gain.connect_with_audio_node(to)?;
    Ok(gain)
}

fn filter(
    ctx: &AudioContext,
    kind: BiquadFilterType,
    hertz: f32,
    to: &AudioNode,
) -> Result<BiquadFilterNode, JsValue> {
    let filter = ctx.create_biquad_filter()?;
    filter.set_type(kind);
    filter.frequency().set_value(hertz);
    filter.connect_with_audio_node(to)?;
    Ok(filter)
}

fn hum_on(
    ctx: &AudioContext,
    wave: OscillatorType,
    to: &AudioNode,
) -> Result<OscillatorNode, JsValue> {
    let hum = ctx.create_oscillator()?;
    hum.set_type(wave);
    hum.connect_with_audio_node(to)?;
    hum.start()?;
    Ok(hum)
}

fn noise(ctx: &AudioContext) -> Result<web_sys::AudioBuffer, JsValue> {
    let rate = ctx.sample_rate();
    let samples = (f64::from(rate) * NOISE_S) as u32;
    let mut chance = 0x1234_5678_u32;
    let wave: Vec<f32> = (0..samples)
        .map(|_| {
            chance ^= chance << 13;
            chance ^= chance >> 17;
            chance ^= chance << 5;
            (chance % 2_000) as f32 / 1_000.0 - 1.0
        })
        .collect();
    let buffer = ctx.create_buffer(1, samples, rate)?;
    buffer.copy_to_channel(&wave, 0)?;
    Ok(buffer)
}

fn noise_source(
    ctx: &AudioContext,
    noise: &web_sys::AudioBuffer,
    to: &AudioNode,
) -> Result<AudioBufferSourceNode, JsValue> {
    let source = ctx.create_buffer_source()?;
    source.set_buffer(Some(noise));
    source.connect_with_audio_node(to)?;
    Ok(source)
}
