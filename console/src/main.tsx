// Entry point of the console.

import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './console.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startLanguage } from './language.ts'
import { styleNonce } from './style-nonce.ts'

setNonce(styleNonce())

// A page of the version before: its files are gone since the server was updated.
window.addEventListener('vite:preloadError', () => window.location.reload())

// Only secure contexts have workers. Without one the console does all it does, but needs a connection to open.
window.addEventListener('load', () => {
  navigator.serviceWorker?.register('/console/service-worker.js', { scope: '/console' }).catch(() => {})
})

// In English where the texts of another language cannot be had.
startLanguage()
  .catch(() => {})
  .then(() => createRoot(document.getElementById('root')!).render(<App />))
