import type cn from './cn.ts'

export default {
  'workbooks.file': 'The import file must be xls or xlsx and at most 500kb',
  'workbooks.notAWorkbook': 'The import file must be xls or xlsx and at most 500kb',
  'workbooks.webPage': 'The file is a web page under the name of a workbook; open it in Excel, save it as xlsx and import that',
  'workbooks.xmlSpreadsheet': 'The file is an XML spreadsheet of Excel 2003; open it in Excel, save it as xlsx and import that',
  'workbooks.openDocument': 'The file is an OpenDocument spreadsheet (fods); open it, save it as xlsx and import that',
  'workbooks.plainText': 'The file is plain text (such as CSV) under the name of a workbook; open it in Excel, save it as xlsx and import that',
  'workbooks.password': 'The file is protected by a password; remove the password before importing it',
  'workbooks.damaged': 'The file is damaged or was not saved by Excel; open it in Excel, save it as xlsx and import that',
  'workbooks.tooLargeInside': 'The file is too large once unpacked; copy the rows you need into a new template and import that',
  'workbooks.noVisibleSheet': 'The file has no visible sheet',
  'workbooks.busy': 'Many files are being read, please try again shortly',
  'workbooks.tooManyRows': 'Narrow the range',
} satisfies Record<keyof typeof cn, string>
