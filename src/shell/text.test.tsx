import { act, render, screen } from '@testing-library/react'
import { Activity } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { addTexts, changeLocale, startTexts } from '#providers/i18n.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { shellTexts } from './texts.ts'
import { TextProvider, useText } from './text.tsx'

function Words() {
  const { t, any, name, label, locale } = useText()
  return (
    <p>
      {[locale, t('list.search'), t('list.total', { count: 1 }), t('list.total', { count: 2146 }), any('plugin.word'),
        any('plugin.named', { name: '甲/B1' }), name('王伟/Wei Wang'), label({ cn: '甲', en: 'A' })].join(
          ' | ',
        )}
    </p>
  )
}

const english = 'en | Search | 1 item | 2,146 items | word | Select 甲/B1 | Wei Wang | A'
const chinese = 'cn | 查询 | 共 1 项 | 共 2,146 项 | 词 | 选择甲/B1 | 王伟 | 甲'

beforeAll(async () => {
  await startTexts([shellTexts], 'en')
  await addTexts(async (locale) => (locale === 'cn'
    ? { 'plugin.word': '词', 'plugin.named': '选择{name:raw}' }
    : { 'plugin.word': 'word', 'plugin.named': 'Select {name:raw}' })
  )
})

describe('a switch of language', () => {
  it('changes texts and the document without a reload, also in hidden tabs', async () => {
    const Desk = ({ mode }: { mode: 'visible' | 'hidden' }) => (
      <TextProvider>
        <Activity mode={mode}>
          <Words />
        </Activity>
      </TextProvider>
    )
    const { rerender } = render(<Desk mode="visible" />)
    expect(screen.getByText(english)).toBeVisible()

    rerender(<Desk mode="hidden" />)
    await act(() => changeLocale('cn'))
    rerender(<Desk mode="visible" />)
    expect(screen.getByText(chinese)).toBeVisible()
    expect(document.documentElement.lang).toBe('zh-CN')

    await act(() => changeLocale('en'))
    expect(screen.getByText(english)).toBeVisible()
    expect(document.documentElement.lang).toBe('en-US')
  })
})

describe('the two languages', () => {
  it('have the same keys, the same blanks, and no empty text', () => {
    const blanks = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
    for (const [key, text] of Object.entries(cn)) {
      expect({ key, text }).not.toEqual({ key, text: '' })
      expect({ key, blanks: blanks(en[key as keyof typeof cn]) }).toEqual({ key, blanks: blanks(text) })
    }
    expect(Object.keys(en)).toHaveLength(Object.keys(cn).length)
  })
})
