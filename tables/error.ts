/** Why a whole file can't be read. */
export type TableProblem =
  | 'empty'
  /** Neither text nor a workbook. */
  | 'binary'
  /** A workbook that Excel opens only with a password. */
  | 'password'
  /** A workbook of Excel 97 to 2003, regardless of its name. */
  | 'old_excel'
  /** A packed file that is no workbook, or a damaged one. */
  | 'not_excel'
  /** Unpacked it would be larger than `maxUnpackedBytes`. */
  | 'unpacked_too_large'
  | 'too_many_cells'

/** A file that can't be read at all, for one reason. */
export class TableError extends Error {
  override readonly name = 'TableError'
  readonly code: TableProblem

  constructor(code: TableProblem) {
    super(code)
    this.code = code
  }
}
