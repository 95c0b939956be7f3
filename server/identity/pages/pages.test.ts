import { describe, expect, it } from 'vitest'
import { initial, signInPage } from './sign-in-pages.ts'
import { html } from './document.ts'

it('escapes what is inserted, once', () => {
  const name = '<b>"&\''
  expect(html`<i title="${name}">${html`<u>${name}</u>`}${undefined}${false}</i>`.text).toBe(
    '<i title="&#60;b&#62;&#34;&#38;&#39;"><u>&#60;b&#62;&#34;&#38;&#39;</u></i>',
  )
})

it.each([['王伟', '王'], ['欧阳明', '阳'], ['Wei Wang', 'WW'], ['Nga', 'N'], ['', '']])('%s has the initial %s',
  (name, mail) => expect(initial(name)).toBe(mail))

describe('the sign-in page', () => {
  const account = (userName: string) => ({ userName, label: { cn: userName, en: userName }, description: { cn: '员工', en: 'Employee' } })
  const page = (count: number | undefined) =>
    signInPage({
      locale: 'en',
      product: { cn: '办公', en: 'Office' },
      year: 2026,
      action: '/sign-in',
      encrypted: true,
      demo: count === undefined
        ? undefined
        : { accounts: Array.from({ length: count }, (_, index) => account(`user${index}`)), password: 'Secret-7' },
    })

  it('lists demo accounts, eight at first', () => {
    expect(page(9).match(/data-user="/g)).toHaveLength(9)
    expect(page(9)).toContain('Show all 9 accounts')
    expect(page(8)).not.toContain('Show all')
    expect(page(8)).toContain('the password is Secret-7')
  })

  it('tells no password without them', () => {
    expect(page(undefined)).not.toContain('Secret-7')
    expect(page(0)).not.toContain('Secret-7')
  })
})
