import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './access.ts'
import { type Language, signIn, test } from './sign-in.ts'

const words = {
  中: { search: '搜索单据、人员、页面', document: '客户端返工', person: '王伟', page: '年度预算', process: '费用报销', pages: '页面',
    people: '人员', documents: '单据', start: '发起' },
  EN: { search: 'Search documents, people, pages', document: '客户端返工', person: 'Wei Wang', page: 'Annual budgets',
    process: 'Expense claim', pages: 'Pages', people: 'People', documents: 'Documents', start: 'New request' },
} as const

for (const language of ['中', 'EN'] as const satisfies readonly Language[]) {
  test(`everything is found from the keyboard (${language})`, async ({ page }) => {
    const said = words[language]
    await signIn(page, 'head', language)
    const find = await opened(page, said.search)

    await find('ndys', said.pages, said.page)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/annual-budget-management/)

    const again = await opened(page, said.search)
    await again('khdfg', said.documents, said.document)
    await again('wangwei', said.people, said.person)
    await again('fybx', said.start, said.process)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: said.search })).toBeHidden()
    await expect(page).toHaveURL(/\/reimbursement$/)

    await (await opened(page, said.search))('khdfg', said.documents, said.document)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/-detail/)

    await page.locator('#main').focus()
    await page.keyboard.press('c')
    const search = page.getByRole('dialog').getByRole('searchbox')
    await expect(search).toBeFocused()
    await search.fill(said.process)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/reimbursement$/)
  })
}

/** Opens the search by its shortcut; returns a function that searches within a group. */
async function opened(page: Page, name: string) {
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name })
  const input = dialog.getByRole('combobox')
  await expect(input).toBeFocused()
  return async (keyword: string, group: string, found: string) => {
    await input.fill(keyword)
    await expect(dialog.getByRole('group', { name: group, exact: true }).getByRole('option', { name: found }).first()).toBeVisible()
  }
}
