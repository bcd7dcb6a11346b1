import { spawnSync } from 'node:child_process'
import { chromiumPath } from './chromium.ts'

// `lhci autorun` with a Chromium that is surely there. Budgets and addresses: .lighthouserc.json.

const { status } = spawnSync('lhci', ['autorun', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, CHROME_PATH: await chromiumPath() },
})
process.exit(status ?? 1)
