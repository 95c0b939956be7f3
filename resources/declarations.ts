import archive from '#plugins/archive/plugin.ts'
import assets from '#plugins/assets/plugin.ts'
import budgets from '#plugins/budgets/plugin.ts'
import cards from '#plugins/cards/plugin.ts'
import contracts from '#plugins/contracts/plugin.ts'
import costCentres from '#plugins/cost-centres/plugin.ts'
import currencies from '#plugins/currencies/plugin.ts'
import dingtalk from '#plugins/dingtalk/plugin.ts'
import distances from '#plugins/distances/plugin.ts'
import documents from '#plugins/documents/plugin.ts'
import drivers from '#plugins/drivers/plugin.ts'
import expenseTypes from '#plugins/expense-types/plugin.ts'
import finance from '#plugins/finance/plugin.ts'
import flows from '#plugins/flows/plugin.ts'
import forms from '#plugins/forms/plugin.ts'
import itAccess from '#plugins/it-access/plugin.ts'
import journeys from '#plugins/journeys/plugin.ts'
import library from '#plugins/library/plugin.ts'
import masters from '#plugins/masters/plugin.ts'
import messages from '#plugins/messages/plugin.ts'
import offlineReimbursement from '#plugins/offline-reimbursement/plugin.ts'
import production from '#plugins/production/plugin.ts'
import projects from '#plugins/projects/plugin.ts'
import research from '#plugins/research/plugin.ts'
import sales from '#plugins/sales/plugin.ts'
import sap from '#plugins/sap/plugin.ts'
import sourcing from '#plugins/sourcing/plugin.ts'
import statistics from '#plugins/statistics/plugin.ts'
import system from '#plugins/system/plugin.ts'
import templates from '#plugins/templates/plugin.ts'
import vouchers from '#plugins/vouchers/plugin.ts'
import type { Plugin } from '#kernel/plugin.ts'

/** The modules that make up this product. Taking one out leaves those working that do not require it. */
const plugins: readonly Plugin[] = [documents, finance, currencies, costCentres, expenseTypes, projects, masters, budgets, forms, library,
  offlineReimbursement, system, sap, messages, journeys, distances, drivers, contracts, assets, research, sourcing, sales, production,
  dingtalk, itAccess, statistics, vouchers, cards, templates, archive, flows]

export default plugins
