import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDraft } from './search-field.ts'

it('what is typed stays while its page is drawn again, and goes where the address says something else', () => {
  const { result, rerender } = renderHook((values: Readonly<Record<string, string>>) => useDraft(values), { initialProps: { kind: 'a' } })
  act(() => result.current[1]({ kind: 'a', keyword: 'typed' }))
  rerender({ kind: 'a' })
  expect(result.current[0]).toEqual({ kind: 'a', keyword: 'typed' })
  rerender({ kind: 'b' })
  expect(result.current[0]).toEqual({ kind: 'b' })
})
