// Shows a text as a QR code. The drawing library is large, so pages import this file only when they show a QR code.

import type { RenderOptions } from 'bwip-js/browser'
import { drawingSVG, qrcode } from 'bwip-js/browser'

/** The error correction level: the QR code can still be read if 15 % of it is damaged. */
const DAMAGE_LEVEL = 'M'

export default ({ label, text, sizePx = 220 }: { label: string; text: string; sizePx?: number }) => {
  // The text is encoded as UTF-8, as phones expect.
  const svg = qrcode({ bcid: 'qrcode', text, eclevel: DAMAGE_LEVEL } as RenderOptions, drawingSVG())
  return <img className="qr" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={label} width={sizePx} height={sizePx} />
}
