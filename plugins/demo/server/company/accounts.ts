import type { DemoAccount } from '#server/identity/pages/sign-in-pages.ts'
import { splitName } from '#kernel/wording/names.ts'
import { people } from './organisation.ts'

const offered: Readonly<Record<string, string>> = {
  employee: '研发工程师，填报单据/R&D engineer, files documents',
  xuhaibo: '硬件经理，先审研发工程师的单据/Hardware manager, first to approve what the R&D engineer files',
  head: '研发中心负责人/Head of the R&D centre',
  accountant: '会计初审/Accountant, initial review',
  vp: '分管副总/Responsible VP',
  gm: '总经理/General manager',
  finance: '财务经理/Finance manager',
  cashier: '出纳付款/Cashier',
  admin: '系统管理员/Administrator',
  vietnam: '越南工厂员工/Employee in Vietnam',
  buyer: '采购经理/Purchasing manager',
  sales: '销售总监/Sales director',
  rd: '研发副总监/Deputy R&D director',
  pmc: 'PMC 经理/PMC manager',
  quality: '质量工程师/Quality engineer',
  it: '信息部经理/IT manager',
  librarian: '图书管理员/Librarian',
  disabled: '已停用的账号/A disabled account',
}

/** Demo accounts with different roles. */
export const accounts: readonly DemoAccount[] = Object.entries(offered).map(([userName, description]) => ({
  userName,
  label: splitName(people.find((person) => person.userName === userName)?.name),
  description: splitName(description),
}))
