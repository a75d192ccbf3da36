// Reloads the page if the server answers. Without a connection the browser would show its own error page, and what was typed would be lost.

export const reloadIfReachable = async (): Promise<void> => {
  try {
    await fetch(window.location.href, { cache: 'no-store' })
  } catch {
    return
  }
  window.location.reload()
}
