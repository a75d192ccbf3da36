// A QR code as SVG, black on white. The library is loaded on first use.

export const loadQrEncoder = () => import('bwip-js')

export const qrSvg = async (text: string): Promise<string> => {
  const { default: bwip } = await loadQrEncoder()
  return bwip.toSVG({ bcid: 'qrcode', text, scale: 4, padding: 8, backgroundcolor: 'ffffff' })
}
