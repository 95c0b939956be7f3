import type cn from './cn.ts'

export default {
  'workbooks.file': 'The import file must be xls or xlsx and at most 500 KB',
  'workbooks.notAWorkbook': 'The import file must be xls or xlsx and at most 500 KB',
  'workbooks.webPage': 'This file is a web page saved as a workbook. Open it in Excel, save it as xlsx and import that',
  'workbooks.xmlSpreadsheet': 'This file is an Excel 2003 XML spreadsheet. Open it in Excel, save it as xlsx and import that',
  'workbooks.openDocument': 'This file is an OpenDocument spreadsheet (fods). Open it, save it as xlsx and import that',
  'workbooks.plainText': 'This file is plain text (such as CSV) saved as a workbook. Open it in Excel, save it as xlsx and import that',
  'workbooks.password': 'The file is password-protected. Remove the password before importing',
  'workbooks.damaged': 'The file is damaged or wasn’t saved by Excel. Open it in Excel, save it as xlsx and import that',
  'workbooks.tooLargeInside': 'The file is too large once unpacked. Copy the rows you need into a new template and import that',
  'workbooks.noVisibleSheet': 'The file has no visible sheet',
  'workbooks.busy': 'Many files are being read. Try again shortly',
  'workbooks.tooManyRows': 'Too many rows. Narrow the filters',
} satisfies Record<keyof typeof cn, string>
