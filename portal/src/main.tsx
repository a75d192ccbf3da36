// Entry point of the portal.

import './portal.css'
import { createRoot } from 'react-dom/client'
import { showMessagesWith } from '../../web/errors.ts'
import { readable } from '../../web/format.ts'
import { App } from './app.tsx'
import { reloadIfReachable } from './reload.ts'

showMessagesWith(readable)

// Reloads the page if a file cannot be loaded: the server was updated, and the files of this release are gone.
window.addEventListener('vite:preloadError', () => void reloadIfReachable())

createRoot(document.getElementById('root')!).render(<App />)
