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

// A file cannot be loaded if a server update has removed the files of the old release. A reload gets the new release.
window.addEventListener('vite:preloadError', () => window.location.reload())

// Service workers need a secure context. Without one, the console cannot be opened offline.
window.addEventListener('load', () => {
  navigator.serviceWorker?.register('/console/service-worker.js', { scope: '/console' }).catch(() => {})
})

// If the texts of the user's language cannot be loaded, the console is shown in English.
startLanguage()
  .catch(() => {})
  .then(() => createRoot(document.getElementById('root')!).render(<App />))
