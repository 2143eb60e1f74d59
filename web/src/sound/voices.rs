//! Oscillators, noise and filters, wired once.

use super::Motor;
use web_sys::{
    AudioBufferSourceNode, AudioContext, AudioContextState, AudioNode, AudioParam,
    BiquadFilterNode, BiquadFilterType, GainNode, OscillatorNode, OscillatorType,
};

/// Seconds in which a running sound follows what it tells of.
const FOLLOW_S: f64 = 0.05;
/// Length of the noise that is played in a loop.
const NOISE_S: f64 = 1.0;

/// The wiring: everything goes through one volume.
pub(super) struct Voices {
    ctx: AudioContext,
    master: GainNode,
    engine: [OscillatorNode; 2],
    engine_tone: BiquadFilterNode,
    engine_gain: GainNode,
    tyres_gain: GainNode,
    tyres_tone: BiquadFilterNode,
    noise: web_sys::AudioBuffer,
}

impl Voices {
    /// None where the browser makes no sound.
    pub(super) fn new() -> Option<Self> {
        Self::wire().ok()
    }

    fn wire() -> Result<Self, wasm_bindgen::JsValue> {
        let ctx = AudioContext::new()?;
        let master = ctx.create_gain()?;
        master.connect_with_audio_node(&ctx.destination())?;

        let engine_gain = silent(&ctx, &master)?;
        let engine_tone = filter(&ctx, BiquadFilterType::Lowpass, 500.0, &engine_gain)?;
        let engine = [
            hum(&ctx, OscillatorType::Sawtooth, &engine_tone)?,
            hum(&ctx, OscillatorType::Triangle, &engine_tone)?,
        ];

        let noise = noise(&ctx)?;
        let tyres_gain = silent(&ctx, &master)?;
        let tyres_tone = filter(&ctx, BiquadFilterType::Bandpass, 900.0, &tyres_gain)?;
        let tyres = noise_source(&ctx, &noise, &tyres_tone)?;
        tyres.set_loop(true);
        tyres.start()?;

        Ok(Self { ctx, master, engine, engine_tone, engine_gain, tyres_gain, tyres_tone, noise })
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

    pub(super) fn motor(&self, motor: Motor) {
        let speed = motor.speed as f32;
        // A gearbox for the ear: the note falls a little at every gear.
        let gear = (speed / 9.0).floor().min(3.0);
        let boost = f32::from(motor.boost) / 255.0;
        let note = 46.0 + speed * 3.4 - gear * 14.0 + boost * 16.0;
        self.follow(&self.engine[0].frequency(), note);
        self.follow(&self.engine[1].frequency(), note * 1.995);
        self.follow(&self.engine_tone.frequency(), 260.0 + speed * 26.0 + boost * 500.0);
        self.follow(
            &self.engine_gain.gain(),
            if motor.running { 0.10 + speed * 0.0022 } else { 0.0 },
        );
        let (rub, pitch) = match (motor.running, motor.skids, motor.off_road) {
            (false, ..) => (0.0, 900.0),
            (true, true, false) => (0.16, 1_300.0),
            (true, _, true) if speed > 2.0 => (0.14, 300.0),
            _ => (0.0, 900.0),
        };
        self.follow(&self.tyres_gain.gain(), rub);
        self.follow(&self.tyres_tone.frequency(), pitch);
    }

    /// One note.
    pub(super) fn tone(&self, hertz: f32, seconds: f64, loud: f32) {
        self.note(hertz, hertz, 0.0, seconds, loud);
    }

    /// A note that moves to another.
    pub(super) fn slide(&self, from: f32, to: f32, seconds: f64, loud: f32) {
        self.note(from, to, 0.0, seconds, loud);
    }

    /// Notes one after the other.
    pub(super) fn tune(&self, notes: &[f32], each: f64, loud: f32) {
        for (at, &hertz) in notes.iter().enumerate() {
            self.note(hertz, hertz, at as f64 * each, each * 1.6, loud);
        }
    }

    /// A breath of noise.
    pub(super) fn hiss(&self, seconds: f64, loud: f32) {
        let play = || {
            let gain = silent(&self.ctx, &self.master)?;
            let tone = filter(&self.ctx, BiquadFilterType::Lowpass, 1_800.0, &gain)?;
            let source = noise_source(&self.ctx, &self.noise, &tone)?;
            let now = self.ctx.current_time();
            swell(&gain.gain(), now, seconds, loud)?;
            source.start_with_when(now)?;
            AsRef::<web_sys::AudioScheduledSourceNode>::as_ref(&source)
                .stop_with_when(now + seconds + 0.05)
        };
        // A sound that cannot be made is not heard; it is seen all the same.
        let _: Result<(), wasm_bindgen::JsValue> = play();
    }

    fn note(&self, from: f32, to: f32, delay: f64, seconds: f64, loud: f32) {
        let play = || {
            let gain = silent(&self.ctx, &self.master)?;
            let wave = self.ctx.create_oscillator()?;
            wave.set_type(OscillatorType::Triangle);
            wave.connect_with_audio_node(&gain)?;
            let start = self.ctx.current_time() + delay;
            wave.frequency().set_value_at_time(from, start)?;
            wave.frequency().linear_ramp_to_value_at_time(to, start + seconds)?;
            swell(&gain.gain(), start, seconds, loud)?;
            wave.start_with_when(start)?;
            wave.stop_with_when(start + seconds + 0.05)
        };
        // As above.
        let _: Result<(), wasm_bindgen::JsValue> = play();
    }

    fn follow(&self, param: &AudioParam, value: f32) {
        // Refused only for values that are no numbers.
        let _ = param.set_target_at_time(value, self.ctx.current_time(), FOLLOW_S);
    }
}

impl Drop for Voices {
    fn drop(&mut self) {
        // The promise has nobody left to tell.
        let _ = self.ctx.close();
    }
}

/// Up in a moment, then down to nothing.
fn swell(
    gain: &AudioParam,
    start: f64,
    seconds: f64,
    loud: f32,
) -> Result<(), wasm_bindgen::JsValue> {
    gain.set_value_at_time(0.0, start)?;
    gain.linear_ramp_to_value_at_time(loud, start + 0.012)?;
    gain.linear_ramp_to_value_at_time(0.0, start + seconds)?;
    Ok(())
}

fn silent(ctx: &AudioContext, to: &AudioNode) -> Result<GainNode, wasm_bindgen::JsValue> {
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
) -> Result<BiquadFilterNode, wasm_bindgen::JsValue> {
    let filter = ctx.create_biquad_filter()?;
    filter.set_type(kind);
    filter.frequency().set_value(hertz);
    filter.connect_with_audio_node(to)?;
    Ok(filter)
}

fn hum(
    ctx: &AudioContext,
    wave: OscillatorType,
    to: &AudioNode,
) -> Result<OscillatorNode, wasm_bindgen::JsValue> {
    let hum = ctx.create_oscillator()?;
    hum.set_type(wave);
    hum.connect_with_audio_node(to)?;
    hum.start()?;
    Ok(hum)
}

fn noise(ctx: &AudioContext) -> Result<web_sys::AudioBuffer, wasm_bindgen::JsValue> {
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
) -> Result<AudioBufferSourceNode, wasm_bindgen::JsValue> {
    let source = ctx.create_buffer_source()?;
    source.set_buffer(Some(noise));
    source.connect_with_audio_node(to)?;
    Ok(source)
}
