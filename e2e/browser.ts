import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/**
 * The Chromium for the stories: CHROMIUM_PATH, the system's, Playwright's own, or one that is installed now.
 * @throws Error with the remedy: stories are never skipped
 */
export function findChromium(chosen = process.env['CHROMIUM_PATH']): string {
  if (chosen) {
    if (existsSync(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH names ${chosen}, which does not exist`)
  }
  return installed() ?? installNow()
}

const installed = () => [...system, chromium.executablePath()].find((path) => path !== '' && existsSync(path))

/** Debian's package with a Chinese font as root, else Playwright's own build. */
function installNow(): string {
  console.log('No Chromium found; installing one for the browser tests …')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit' })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk'], { stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  } else {
    spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  }
  const found = installed()
  if (found) return found
  throw new Error('The browser tests need Chromium: install it (Debian: apt-get install chromium fonts-noto-cjk), or set CHROMIUM_PATH')
}
