// Starts the console in the page that the server sent.

import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './console.css'
import { setNonce } from 'get-nonce'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { styleNonce } from './style-nonce.ts'

setNonce(styleNonce())

// A page of the version before: its files are gone since the server was updated.
window.addEventListener('vite:preloadError', () => window.location.reload())

createRoot(document.getElementById('root')!).render(<App />)
