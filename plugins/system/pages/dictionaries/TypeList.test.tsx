import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useState } from 'react'
import { draw } from '#shell/form/testing.tsx'
import { TypeList } from './DictionariesPage.tsx'
import type { DictionaryType } from './dictionaries.ts'

const types = ['colour', 'size'].map((code) => ({ code, name: code, nameEn: code, enable: true })) as unknown as readonly DictionaryType[]

function Chosen() {
  const [chosen, choose] = useState('colour')
  return <TypeList types={types} chosen={chosen} onChoose={choose} />
}

afterEach(() => vi.restoreAllMocks())

it('goes from one dictionary to the next where scrolling into view answers a Promise', async () => {
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => Promise.resolve() as unknown as void)
  const { user } = await draw(<Chosen />, {}, '/system/dict')
  await user.click(screen.getByRole('button', { name: /size/ }))
  expect(screen.getByRole('button', { name: /size/ }).getAttribute('aria-current')).toBe('true')
})
