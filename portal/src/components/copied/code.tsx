// A box for machine-readable text: JSON, tokens, server responses.

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

export const Code = ({ label, text }: { label: string; text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls needs the focus to be scrolled with the keyboard
  <section className="code" aria-label={label} tabIndex={0}>
    <pre>{pretty(text)}</pre>
  </section>
)
