#!/bin/sh
# Run once by the image of PostgreSQL: makes the role that Waybill connects as, which owns its database and nothing else.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$DATABASE_PASSWORD" --username=postgres <<'SQL'
create role waybill login password :'password';
create database waybill owner waybill;
SQL
