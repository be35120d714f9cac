import type { ColumnType, JSONColumnType } from 'kysely'

export type Moment = ColumnType<Date, Date | undefined, Date>
export type MaybeMoment = ColumnType<Date | null, Date | null | undefined, Date | null>
export type Json = JSONColumnType<object>
export type Locale = 'tr' | 'en'
