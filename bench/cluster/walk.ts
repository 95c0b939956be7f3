import { chromium, expect } from '@playwright/test'
import { startCluster, ask } from './nodes.ts'
import { startProducts } from './products.ts'
const cluster = await startCluster()
try {
  const products = await startProducts(cluster)
  try {
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
    const context = await browser.newContext({ baseURL: products.address, viewport: { width: 1440, height: 900 } })
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (m) => {
      if (['error', 'warning'].includes(m.type())) complaints.push(m.text())
    })
    let sent = 0, unsent = 0
    page.on('response', async (r) => {
      if (/tasks\/(todoList|myApply|all)(\?|$)/.test(r.url()) || /\/page(\?|$)/.test(r.url())) {
        const h = r.request().headers()['x-log-position']
        console.log(new URL(r.url()).pathname, 'sent', h, 'got', r.headers()['x-log-position'], r.status())
        if (h) sent += 1
        else unsent += 1
      }
    })
    await page.goto('/')
    await page.locator('input[name="username"]').fill('yangfan')
    await page.locator('input[type="password"]').fill('Demo@2026')
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeVisible({ timeout: 30000 })
    for (const path of ['/todo', '/documents', '/todo', '/myApply', '/finance/cost-center', '/documents']) {
      await page.goto(path)
      await page.waitForTimeout(2500)
    }
    console.log('live', await page.evaluate(() => localStorage.getItem('oa-log-position')))
    await page.screenshot({ path: '/tmp/cluster-1440.png' })
    const node = await cluster.primary()
    await node.kill()
    const killed = Date.now()
    await page.waitForTimeout(3000)
    await page.goto('/documents').catch(() => undefined)
    await page.waitForTimeout(3000)
    await page.screenshot({ path: '/tmp/cluster-killed.png' })
    for (;;) {
      const h = await fetch(`${products.instances[1]}/public/health`).then((r) => r.ok, () => false)
      if (h) break
      await page.waitForTimeout(300)
    }
    console.log('health again after', (Date.now() - killed) / 1000)
    node.start()
    await page.reload()
    await page.waitForTimeout(4000)
    await page.screenshot({ path: '/tmp/cluster-after.png' })
    console.log({ sent, unsent, complaints: [...new Set(complaints)].slice(0, 10) })
    await browser.close()
  } finally {
    await products.stop()
  }
} finally {
  await cluster.stop()
}
