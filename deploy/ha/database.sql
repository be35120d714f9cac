-- Run once on the primary, as postgres: psql -h /var/run/postgresql -f database.sql. Replace CHANGE-ME.
CREATE ROLE terazi LOGIN PASSWORD 'CHANGE-ME-terazi';
-- Lets the server see the standbys for its metrics.
GRANT pg_monitor TO terazi;
CREATE DATABASE terazi OWNER terazi;
