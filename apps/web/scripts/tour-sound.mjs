/** Notes of a pentatonic scale in Hz (C5 D5 E5 G5 A5): any of them follow each other well. */
const notesHz = [523.25, 659.25, 587.33, 783.99, 659.25, 880];

/**
 * The tour's sound as an expression for ffmpeg's `aevalsrc`: a quiet chord below, and a soft bell whenever a
 * caption appears. Made here, so that nobody else's music is shipped.
 * `cues` are the captions' times in s, `length` is the tour's in s.
 */
export function soundExpression(cues, length) {
  const swell = '(0.6+0.4*sin(2*PI*0.08*t))';
  const chord = [130.81, 196, 261.63].map((hz) => `sin(2*PI*${hz}*t)`).join('+');
  const bells = cues.map((cue, index) => {
    const hz = notesHz[index % notesHz.length];
    const rung = `max(0,t-${cue.toFixed(2)})`;
    return `0.1*min(1,${rung}*60)*exp(-2.4*${rung})*(sin(2*PI*${hz}*t)+0.35*sin(4*PI*${hz}*t))`;
  });
  const edges = `min(1,t/2)*min(1,max(0,${length.toFixed(2)}-t)/2)`;
  return `${edges}*(0.018*${swell}*(${chord})+${bells.join('+')})`;
}
