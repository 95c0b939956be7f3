import archive from '#plugins/archive/browser.ts'
import budgets from '#plugins/budgets/browser.ts'
import cards from '#plugins/cards/browser.ts'
import contracts from '#plugins/contracts/browser.ts'
import currencies from '#plugins/currencies/browser.ts'
import documents from '#plugins/documents/browser.ts'
import drivers from '#plugins/drivers/browser.ts'
import finance from '#plugins/finance/browser.ts'
import flows from '#plugins/flows/browser.ts'
import forms from '#plugins/forms/browser.ts'
import journeys from '#plugins/journeys/browser.ts'
import library from '#plugins/library/browser.ts'
import masters from '#plugins/masters/browser.ts'
import messages from '#plugins/messages/browser.ts'
import projects from '#plugins/projects/browser.ts'
import statistics from '#plugins/statistics/browser.ts'
import system from '#plugins/system/browser.ts'
import templates from '#plugins/templates/browser.ts'
import vouchers from '#plugins/vouchers/browser.ts'
import type { BrowserPlugin } from '#shell/browser-plugin.ts'

/** The browser halves: pages and sections that modules draw themselves, sections in this order. */
const browserPlugins: readonly BrowserPlugin[] = [documents, finance, currencies, projects, masters, forms, budgets, library, system,
  messages, journeys, drivers, contracts, statistics, vouchers, cards, templates, archive, flows]

export default browserPlugins
