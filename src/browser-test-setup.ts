import './browser-test-act.ts'
import './browser-test-cost.ts'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, beforeAll } from 'vitest'
import { keepPermissions } from '#providers/permissions.ts'

// a generous timeout for busy machines; tests do not assert times
configure({ asyncUtilTimeout: 10_000 })

// files of a worker share modules and the window
beforeAll(() => {
  keepPermissions({ permissions: [] })
  const { happyDOM } = window as unknown as { readonly happyDOM: DetachedWindowAPI }
  happyDOM.setURL('http://localhost:3000/')
  localStorage.clear()
  sessionStorage.clear()
})

afterEach(cleanup)
