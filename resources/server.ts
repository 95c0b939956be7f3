import archive from '#plugins/archive/server/plugin.ts'
import assets from '#plugins/assets/server/plugin.ts'
import budgets from '#plugins/budgets/server/plugin.ts'
import cards from '#plugins/cards/server/plugin.ts'
import contracts from '#plugins/contracts/server/plugin.ts'
import costCentres from '#plugins/cost-centres/server/plugin.ts'
import currencies from '#plugins/currencies/server/plugin.ts'
import demo from '#plugins/demo/server/plugin.ts'
import dingtalk from '#plugins/dingtalk/server/plugin.ts'
import distances from '#plugins/distances/server/plugin.ts'
import drivers from '#plugins/drivers/server/plugin.ts'
import expenseTypes from '#plugins/expense-types/server/plugin.ts'
import finance from '#plugins/finance/server/plugin.ts'
import forms from '#plugins/forms/server/plugin.ts'
import itAccess from '#plugins/it-access/server/plugin.ts'
import journeys from '#plugins/journeys/server/plugin.ts'
import library from '#plugins/library/server/plugin.ts'
import masters from '#plugins/masters/server/plugin.ts'
import messages from '#plugins/messages/server/plugin.ts'
import offlineReimbursement from '#plugins/offline-reimbursement/server/plugin.ts'
import projects from '#plugins/projects/server/plugin.ts'
import research from '#plugins/research/server/plugin.ts'
import sales from '#plugins/sales/server/plugin.ts'
import sap from '#plugins/sap/server/plugin.ts'
import sourcing from '#plugins/sourcing/server/plugin.ts'
import statistics from '#plugins/statistics/server/plugin.ts'
import system from '#plugins/system/server/plugin.ts'
import templates from '#plugins/templates/server/plugin.ts'
import vouchers from '#plugins/vouchers/server/plugin.ts'
import type { ServerPlugin } from '#server/plugin.ts'

/** The server halves, in the order in which their tables and extensions build on each other. */
const serverPlugins: readonly ServerPlugin[] = [
  finance,
  currencies,
  costCentres,
  expenseTypes,
  masters,
  budgets,
  projects,
  forms,
  library,
  offlineReimbursement,
  system,
  sap,
  messages,
  journeys,
  distances,
  drivers,
  contracts,
  assets,
  research,
  sourcing,
  sales,
  dingtalk,
  itAccess,
  statistics,
  vouchers,
  cards,
  templates,
  archive,
  demo,
]

export default serverPlugins
