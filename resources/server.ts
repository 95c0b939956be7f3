import archive from '#plugins/archive/server/plugin.ts'
import assets from '#plugins/assets/server/plugin.ts'
import budgets from '#plugins/budgets/server/plugin.ts'
import cards from '#plugins/cards/server/plugin.ts'
import changeControl from '#plugins/change-control/server/plugin.ts'
import contracts from '#plugins/contracts/server/plugin.ts'
import costCentres from '#plugins/cost-centres/server/plugin.ts'
import currencies from '#plugins/currencies/server/plugin.ts'
import demo from '#plugins/demo/server/plugin.ts'
import designer from '#plugins/designer/server/plugin.ts'
import dingtalk from '#plugins/dingtalk/server/plugin.ts'
import expenseTypes from '#plugins/expense-types/server/plugin.ts'
import expenses from '#plugins/expenses/server/plugin.ts'
import finance from '#plugins/finance/server/plugin.ts'
import forms from '#plugins/forms/server/plugin.ts'
import itAccess from '#plugins/it-access/server/plugin.ts'
import library from '#plugins/library/server/plugin.ts'
import masters from '#plugins/masters/server/plugin.ts'
import messages from '#plugins/messages/server/plugin.ts'
import payments from '#plugins/payments/server/plugin.ts'
import procurement from '#plugins/procurement/server/plugin.ts'
import production from '#plugins/production/server/plugin.ts'
import projects from '#plugins/projects/server/plugin.ts'
import proposals from '#plugins/proposals/server/plugin.ts'
import research from '#plugins/research/server/plugin.ts'
import sales from '#plugins/sales/server/plugin.ts'
import sap from '#plugins/sap/server/plugin.ts'
import statistics from '#plugins/statistics/server/plugin.ts'
import system from '#plugins/system/server/plugin.ts'
import templates from '#plugins/templates/server/plugin.ts'
import travel from '#plugins/travel/server/plugin.ts'
import vouchers from '#plugins/vouchers/server/plugin.ts'
import type { ServerPlugin } from '#server/plugin.ts'

/** The server halves of modules, in order of dependency of their tables and extensions. */
const serverPlugins: readonly ServerPlugin[] = [
  finance,
  currencies,
  costCentres,
  expenseTypes,
  masters,
  budgets,
  projects,
  forms,
  designer,
  expenses,
  travel,
  payments,
  proposals,
  library,
  system,
  sap,
  messages,
  contracts,
  assets,
  research,
  procurement,
  sales,
  production,
  changeControl,
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
