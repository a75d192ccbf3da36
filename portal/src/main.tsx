// Entry point of the portal.

import './portal.css'
import { createRoot } from 'react-dom/client'
import { showMessagesWith } from '../../web/errors.ts'
import { readable } from '../../web/format.ts'
import { App } from './app.tsx'
import { reloadIfReachable } from './reload.ts'

showMessagesWith(readable)

// If a file cannot be loaded, the server was probably updated and no longer has the files of this release. The page is then reloaded.
window.addEventListener('vite:preloadError', () => void reloadIfReachable())

createRoot(document.getElementById('root')!).render(<App />)
