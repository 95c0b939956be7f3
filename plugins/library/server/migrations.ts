import { sql } from 'kysely'
import type { Migration } from '#server/database/migrations.ts'
import { recordColumns } from '#server/resources/columns.ts'

const library: Migration = {
  name: '001-library',
  async up(run) {
    await run(sql`
      create table book_location (
        ${recordColumns},
        code varchar(30) not null,
        room varchar(30) not null,
        shelf varchar(30) not null,
        remark varchar(200),
        book_count integer not null default 0 check (book_count >= 0)
      );
      create unique index book_location_code on book_location (code) where del_flag = 0`)
    await run(sql`
      create table book (
        ${recordColumns},
        book_no varchar(30) not null,
        book_name varchar(100) not null,
        book_category varchar(100) not null,
        book_type varchar(100) not null,
        book_source varchar(100) not null,
        donor varchar(64),
        author varchar(100),
        publisher varchar(100),
        publish_date date,
        isbn varchar(17),
        price numeric(18, 2) check (price >= 0),
        quantity integer not null default 1 check (quantity between 1 and 100),
        location varchar(64) not null references book_location,
        cover text[] not null default '{}',
        summary varchar(1000),
        book_status varchar(1) not null default '1' check (book_status in ('1', '2', '3', '4', '5')),
        borrower varchar(64),
        borrow_time timestamptz,
        due_time timestamptz,
        return_time timestamptz,
        -- who has it is known exactly while it is out
        constraint book_borrower check (book_status <> '2' or (borrower is not null and due_time is not null))
      );
      create unique index book_no on book (book_no) where del_flag = 0;
      create index book_location_books on book (location) where del_flag = 0;
      create index book_status on book (book_status) where del_flag = 0`)
    await run(sql`
      create table book_loan (
        ${recordColumns},
        book_id varchar(32) not null references book,
        book_no varchar(30) not null,
        borrower_id varchar(64) not null,
        department_id varchar(64),
        borrow_time timestamptz,
        due_time timestamptz,
        return_time timestamptz,
        borrow_status varchar(1) not null check (borrow_status in ('1', '2', '3', '4', '5')),
        renew_count integer not null default 0 check (renew_count >= 0),
        compensation numeric(18, 2) check (compensation >= 0),
        business_key varchar(32),
        business_no varchar(40),
        constraint book_loan_order check (return_time >= borrow_time),
        constraint book_loan_returned check ((borrow_status in ('4', '5')) = (return_time is not null))
      );
      -- a book is with one person at a time
      create unique index book_loan_open on book_loan (book_id) where borrow_status in ('1', '2', '3') and del_flag = 0;
      create index book_loan_borrower on book_loan (borrower_id);
      create index book_loan_due on book_loan (due_time) where borrow_status in ('2', '3');
      create index book_loan_document on book_loan (business_key)`)
    await run(sql`
      create function count_books() returns trigger language plpgsql as $body$
      begin
        if tg_op <> 'INSERT' and old.del_flag = 0 then update book_location set book_count = book_count - 1 where id = old.location; end if;
        if tg_op <> 'DELETE' and new.del_flag = 0 then update book_location set book_count = book_count + 1 where id = new.location; end if;
        return null;
      end $body$;
      create trigger book_counted after insert or delete or update of location, del_flag on book for each row execute function count_books()`)
  },
}

export const migrations: readonly Migration[] = [library]
