// Entry point of the console.

import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './console.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { showMessagesWith } from './api.ts'
import { App } from './app.tsx'
import { readable } from './format.ts'
import { startLanguage } from './language.ts'
import { styleNonce } from './style-nonce.ts'

setNonce(styleNonce())
showMessagesWith(readable)

// The server was updated and the files of this release are gone.
window.addEventListener('vite:preloadError', () => window.location.reload())

// Service workers need a secure context. Without one the console only opens with a connection.
window.addEventListener('load', () => {
  navigator.serviceWorker?.register('/console/service-worker.js', { scope: '/console' }).catch(() => {})
})

// Falls back to English if the texts cannot be loaded.
startLanguage()
  .catch(() => {})
  .then(() => createRoot(document.getElementById('root')!).render(<App />))
