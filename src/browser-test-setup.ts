import './browser-test-act.ts'
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// a page is waited for as long as a busy machine may take to draw it; a test asserts no time
configure({ asyncUtilTimeout: 10_000 })

afterEach(cleanup)
