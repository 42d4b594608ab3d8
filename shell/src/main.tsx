import { startPortal } from './app/start.tsx'

const root = document.getElementById('root')
if (root) void startPortal(root)
