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

// Reloads the page if a file cannot be loaded: the server was updated, and the files of this release are gone.
window.addEventListener('vite:preloadError', () => window.location.reload())

// Service workers need a secure context. Without one, the console cannot be opened offline.
window.addEventListener('load', () => {
  navigator.serviceWorker?.register('/console/service-worker.js', { scope: '/console' }).catch(() => {})
})

// If the texts of another language cannot be loaded, the console is in English.
startLanguage()
  .catch(() => {})
  .then(() => createRoot(document.getElementById('root')!).render(<App />))
