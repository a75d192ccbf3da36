// Reloads the page, but only if the server answers. Otherwise the browser would show its error page, and typed input would be lost.

export const reloadIfReachable = async (): Promise<void> => {
  try {
    await fetch(window.location.href, { cache: 'no-store' })
  } catch {
    return
  }
  window.location.reload()
}
