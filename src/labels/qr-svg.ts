// A QR code as SVG, black on white. The library is loaded on first use.

export const qrSvg = async (text: string): Promise<string> => {
  const { default: bwip } = await import('bwip-js')
  return bwip.toSVG({ bcid: 'qrcode', text, scale: 4, padding: 8, backgroundcolor: 'ffffff' })
}
