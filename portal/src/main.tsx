// Entry point of the portal.

import './portal.css'
import { createRoot } from 'react-dom/client'
import { showMessagesWith } from '../../web/errors.ts'
import { readable } from '../../web/format.ts'
import { App } from './app.tsx'

showMessagesWith(readable)

// Reloads the page if a file cannot be loaded: the server was updated, and the files of this release are gone.
window.addEventListener('vite:preloadError', () => window.location.reload())

createRoot(document.getElementById('root')!).render(<App />)
