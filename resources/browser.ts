import archive from '#plugins/archive/browser.ts'
import budgets from '#plugins/budgets/browser.ts'
import cards from '#plugins/cards/browser.ts'
import changeControl from '#plugins/change-control/browser.ts'
import contracts from '#plugins/contracts/browser.ts'
import currencies from '#plugins/currencies/browser.ts'
import designer from '#plugins/designer/browser.ts'
import documents from '#plugins/documents/browser.ts'
import expenses from '#plugins/expenses/browser.ts'
import finance from '#plugins/finance/browser.ts'
import flows from '#plugins/flows/browser.ts'
import forms from '#plugins/forms/browser.ts'
import library from '#plugins/library/browser.ts'
import masters from '#plugins/masters/browser.ts'
import messages from '#plugins/messages/browser.ts'
import payments from '#plugins/payments/browser.ts'
import procurement from '#plugins/procurement/browser.ts'
import production from '#plugins/production/browser.ts'
import projects from '#plugins/projects/browser.ts'
import research from '#plugins/research/browser.ts'
import sap from '#plugins/sap/browser.ts'
import statistics from '#plugins/statistics/browser.ts'
import system from '#plugins/system/browser.ts'
import templates from '#plugins/templates/browser.ts'
import travel from '#plugins/travel/browser.ts'
import vouchers from '#plugins/vouchers/browser.ts'
import type { BrowserPlugin } from '#shell/browser-plugin.ts'

/** The browser halves of modules; sections of pages appear in this order. */
const browserPlugins: readonly BrowserPlugin[] = [documents, finance, currencies, projects, masters, forms, expenses, payments, budgets,
  library, system, messages, travel, contracts, research, procurement, production, statistics, vouchers, cards, templates, archive, flows,
  designer, sap, changeControl]

export default browserPlugins
